/* Icons, drawn as one line each. What carries one has a name for readers, and shows it on hover. */

const ICONS = {
  sound: 'M4 9 h4 l5 -4 v14 l-5 -4 h-4 Z M16 8.5 q3 3.5 0 7 M18.5 6 q5 6 0 12',
  mute: 'M4 9 h4 l5 -4 v14 l-5 -4 h-4 Z M16.5 9.5 l5 5 M21.5 9.5 l-5 5',
  log: 'M5 5 h14 M5 10 h14 M5 15 h9 M5 20 h9',
  help: 'M8.5 9 a3.5 3.5 0 1 1 5.4 2.9 q-1.9 1.2 -1.9 3.1 M12 18.6 v.2',
  settings: 'M4 7 h9 M17 7 h3 M4 17 h3 M11 17 h9 M15 4.6 v4.8 M9 14.6 v4.8 M13 7 h4 M7 17 h4',
  share: 'M12 15 V4 M7.5 8 L12 3.6 L16.5 8 M6 12 H4.5 V20.4 H19.5 V12 H18',
  undo: 'M9 5 L4 10 l5 5 M4.5 10 h9 a5.5 5.5 0 0 1 0 11 h-4',
  redo: 'M15 5 L20 10 l-5 5 M19.5 10 h-9 a5.5 5.5 0 0 0 0 11 h4',
  play: 'M7 5 l11 7 -11 7 Z',
  pause: 'M8 5 v14 M16 5 v14',
  hint: 'M9 17 h6 M10 20.5 h4 M12 3.5 a6 6 0 0 1 3.6 10.8 q-.8 .8 -.8 2.7 h-5.6 q0 -1.9 -.8 -2.7 A6 6 0 0 1 12 3.5 Z',
  replay: 'M4.5 12 a8 8 0 1 0 2.6 -5.9 M4.5 4 v4.2 h4.2 M12 8 v4.4 l3 1.8',
  live: 'M6 5 l8 7 -8 7 Z M18 5 v14',
  more: 'M5 12 h.01 M12 12 h.01 M19 12 h.01',
};

export type IconName = keyof typeof ICONS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
);
