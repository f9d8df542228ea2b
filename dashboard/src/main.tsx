import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { queries } from './api/connection.ts';
import { takeCode } from './api/sign-in.ts';
import { App } from './shell/app.tsx';

const code = takeCode();
render(
  <QueryClientProvider client={queries}>
    <App code={code} />
  </QueryClientProvider>,
  document.getElementById('page')!,
);
