import { dirname } from 'node:path';
import ts from 'typescript';

const configFile = ts.findConfigFile(dirname(import.meta.filename), ts.sys.fileExists)!;
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(configFile, ts.sys.readFile).config,
  ts.sys,
  dirname(configFile),
);
const parsed = new Map<string, ts.SourceFile | undefined>();
let before: ts.Program | undefined;

/** Returns the project compiler's errors for a file that exists only in memory. Unused names are allowed. */
export function compile(file: string, code: string): string[] {
  const settings = { ...options, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(settings);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, languageVersion) => {
    if (name === file) return ts.createSourceFile(name, code, languageVersion);
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, languageVersion));
    return parsed.get(name);
  };
  before = ts.createProgram([file], settings, host, before);
  const source = before.getSourceFile(file);
  return ts
    .getPreEmitDiagnostics(before, source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
