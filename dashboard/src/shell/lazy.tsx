import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Fault } from './parts.tsx';

/** Returns a component that is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return (props: Props) => {
    const [error, fail] = useState<unknown>(null);
    const [, render] = useState(0);
    useEffect(() => {
      // Another instance may have loaded it between the first render and this effect.
      (loaded === null ? load() : Promise.resolve(loaded)).then((component) => {
        loaded = component;
        render((count) => count + 1);
      }, fail);
    }, []);
    if (error !== null) return <Fault error={error} what="This part of the page cannot be loaded" />;
    const Component = loaded;
    return Component === null ? <p class="wait">Loading …</p> : <Component {...props} />;
  };
}
