/* On a phone the review stands under the table, out of sight while the boards are looked at. */

/** The open review where it stands under the table; null where it is shut, or beside the boards. */
export function reviewBelow(): HTMLElement | null {
  const review = document.querySelector<HTMLElement>('.table > .review');
  return review && getComputedStyle(review).position === 'relative' ? review : null;
}
