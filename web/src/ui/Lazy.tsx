/* A part of the page that is fetched when it is first opened. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export function Lazy<P extends object>({ load, props }: { load: () => Promise<ComponentType<P>>; props: P }) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    let here = true;
    void load().then((part) => here && setPart(() => part));
    return () => {
      here = false;
    };
  }, []);
  return Part && <Part {...props} />;
}
