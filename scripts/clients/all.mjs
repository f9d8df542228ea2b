import * as go from './go.mjs';
import * as python from './python.mjs';
import * as rust from './rust.mjs';
import * as typescript from './typescript.mjs';

/**
 * One module a language. Each has
 * - `language`: its folder in `clients/`; `generatedPath`: what is generated, in that folder;
 *   `versionLines`: where the version is written
 * - `missing()`: what the machine lacks to make and build it, or null
 * - `generate(target)`: writes the generated files into a folder, the same bytes every time
 * - `build(scratch)`: builds and installs it as a user would; gives the commands of its smoke test and its examples,
 *   and of its own tests where they are in its language
 */
export const clientModules = [typescript, python, go, rust];
