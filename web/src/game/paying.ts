/* Paying with bonus chips, purely by filtering the payments that the engine allows. A payment is a list of faces; what
 * the player has picked are places in the store, because two chips may show the same. */
import type { LegalOption } from './choosing';

export type Payment = string[];

/** "spend:B+BR" pays with the chips B and BR. */
export const paymentOf = ({ step }: LegalOption): Payment => step.slice('spend:'.length).split('+').filter(Boolean);

/** What a payment asks for beyond these faces; null where they are not all part of it. */
function beyond(payment: Payment, faces: string[]): Payment | null {
  const rest = [...payment];
  for (const face of faces) {
    const at = rest.indexOf(face);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

const fits = (payments: Payment[], faces: string[]): boolean => payments.some((p) => beyond(p, faces) !== null);
const colours = (payment: Payment): number => payment.join('').length;

/**
 * The fewest chips; of those the ones with the fewest colours, since a chip of two colours may be more useful later.
 */
export function cheapest(payments: Payment[]): Payment {
  return payments.reduce((best, p) => ((p.length - best.length || colours(p) - colours(best)) < 0 ? p : best));
}

/** The places of the chips with which a payment is made. */
export function placesOf(payment: Payment, store: string[]): number[] {
  const left: (string | null)[] = [...store];
  return payment.map((face) => {
    const at = left.indexOf(face);
    left[at] = null;
    return at;
  });
}

/** Chips that are part of no payment need not be offered. */
export const serves = (payments: Payment[], face: string): boolean => fits(payments, [face]);

/** A touch on a chip puts it back or picks it; chips that fit no payment together with it are put back. */
export function touchChip(payments: Payment[], store: string[], picked: number[], place: number): number[] {
  if (picked.includes(place)) return picked.filter((p) => p !== place);
  for (let drop = 0; drop <= picked.length; drop++) {
    const next = [...picked.slice(drop), place];
    if (
      fits(
        payments,
        next.map((p) => store[p]!),
      )
    )
      return next;
  }
  return picked;
}

/** How many chips are still needed at least: 0 when what is picked pays. */
export function needed(payments: Payment[], faces: string[]): number {
  return Math.min(...payments.map((p) => beyond(p, faces)?.length ?? Infinity));
}

/** The step that pays with exactly these faces. */
export const stepOf = (options: LegalOption[], faces: string[]): string | undefined =>
  options.find((o) => beyond(paymentOf(o), faces)?.length === 0)?.step;
