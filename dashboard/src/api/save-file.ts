import { request } from './request.ts';

interface Picker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<{
    createWritable(): Promise<WritableStream<Uint8Array>>;
  }>;
}

/** Saves a file. Writes straight to disk if the browser can; otherwise the file passes through memory. */
export async function saveFile(path: string, name: string): Promise<void> {
  const picked = await pick(name);
  if (picked === 'given up') return;
  const response = await request(path);
  if (!response.ok || response.body === null) throw await response.json();
  const told = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (picked !== null) return response.body.pipeTo(await picked.createWritable());
  saveBlob(await response.blob(), told ?? name);
}

async function pick(name: string) {
  const picker = (window as Picker).showSaveFilePicker;
  // Automated and older browsers lack the picker or refuse it.
  if (picker === undefined || navigator.webdriver) return null;
  try {
    return await picker.call(window, { suggestedName: name });
  } catch (error) {
    return (error as Error).name === 'AbortError' ? ('given up' as const) : null;
  }
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
