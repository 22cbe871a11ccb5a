/* Soft ceramic clicks, made in the page. */
let context: AudioContext | null = null;

/** One click: two damped partials of a small ceramic body. */
export function click(pitch = 1, volume = 0.06): void {
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    for (const [frequency, share] of [
      [1850, 1],
      [3120, 0.45],
    ] as const) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.frequency.value = frequency * pitch;
      gain.gain.setValueAtTime(volume * share, now);
      gain.gain.exponentialRampToValueAtTime(0.0001, now + 0.09);
      tone.connect(gain).connect(context.destination);
      tone.start(now);
      tone.stop(now + 0.1);
    }
  } catch {
    // A page without sound plays on.
  }
}
