// Prints which adapter Dawn accepts in this process's environment, as JSON. A process of its own (and run by
// Node 24), because the environment counts at the start only, and because a bad driver may end the process.
import { create } from 'webgpu';

const gpu = create([]);
const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
const { vendor, architecture, device, description, isFallbackAdapter } = adapter?.info ?? {};
const answer = adapter && { vendor, architecture, device, description, isFallbackAdapter };
console.log(JSON.stringify({ adapter: answer ?? null }));
