/* The invitation for the camera of another device. */
import { usePage } from '../ui/context';
import { qrCode } from './qr';

/** The light border that a reader needs. */
const QUIET = 4;

export function QrCode({ link }: { link: string }) {
  const { t } = usePage();
  const modules = qrCode(link);
  if (!modules) return null; // an address too long for a camera
  const size = modules.length + 2 * QUIET;
  const path = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('invite-qr')} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
