// The browser of the pictures and the end-to-end tests: Debian's Chromium without a window.
import { chromium } from 'playwright-core';

export const launch = (more = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    timeout: 120_000, // a crowded machine starts slowly
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...more],
  });
