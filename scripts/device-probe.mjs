// Prints as JSON which adapter Dawn accepts in this process's environment. Runs as a separate Node 24 process, since
// the environment is read only at start and a bad driver may crash the process.
import { create } from 'webgpu';

const gpu = create([]);
const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
const { vendor, architecture, device, description, isFallbackAdapter } = adapter?.info ?? {};
const answer = adapter && { vendor, architecture, device, description, isFallbackAdapter };
console.log(JSON.stringify({ adapter: answer ?? null }));
