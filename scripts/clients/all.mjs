import * as go from './go.mjs';
import * as python from './python.mjs';
import * as rust from './rust.mjs';
import * as typescript from './typescript.mjs';

/**
 * One module per language. Each has
 * - `language`: its folder in `clients/`; `generatedPath`: the generated folder or file; `versionLines`: the lines with
 *   the version
 * - `missing()`: what the machine lacks to generate and build the client, or null
 * - `generate(target)`: writes the generated files into a folder, always the same bytes
 * - `build(scratch)`: builds and installs the client as a user would; returns the commands of its smoke test and its
 *   examples, and of its own tests if they are in its language
 */
export const clientModules = [typescript, python, go, rust];
