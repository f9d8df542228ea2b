// @ts-check

/**
 * Swagger UI shows an answer when its last byte is there. This one shows the text of a chat's stream as it comes,
 * above.
 *
 * @param {Record<string, any>} spec
 * @returns {(request: { url: string, method?: string, userFetch?: unknown }) => unknown} a request interceptor
 */
export function withLiveStream(spec) {
  return (request) => {
    const path = new URL(request.url, location.href).pathname;
    const id = spec.paths[path]?.[(request.method ?? 'get').toLowerCase()]?.operationId;
    const place = id === undefined ? null : document.querySelector(`.live[data-operation="${id}"]`);
    if (place === null) return request;
    place.replaceChildren();
    request.userFetch = async (/** @type {string} */ url, /** @type {RequestInit} */ options) => {
      const response = await fetch(url, options);
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
      const [shown, kept] = response.body.tee();
      void showStream(place, shown);
      return new Response(kept, response);
    };
    return request;
  };
}

/**
 * A plugin of Swagger UI: a place for the text of a stream, above the responses of each operation.
 *
 * @param {Record<string, any>} spec
 * @returns {(system: { React: any }) => object}
 */
export function livePlugin(spec) {
  return ({ React: { createElement: h, Fragment } }) => ({
    wrapComponents: {
      responses: (/** @type {any} */ Responses) => (/** @type {{ path: string, method: string }} */ props) => {
        const id = spec.paths[props.path][props.method].operationId;
        return h(Fragment, null, h('div', { className: 'live', 'data-operation': id }), h(Responses, props));
      },
    },
  });
}

/**
 * @param {Element} place
 * @param {ReadableStream<BufferSource>} stream
 */
async function showStream(place, stream) {
  const [head, text] = [document.createElement('h4'), document.createElement('pre')];
  place.replaceChildren(head, text);
  const startedAt = performance.now();
  let events = 0;
  const tell = (/** @type {string} */ state) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    head.textContent = `${state}: ${events} events in ${seconds} s`;
  };
  tell('Streaming');
  try {
    for await (const data of eventData(stream)) {
      if (data === '[DONE]') break;
      events += 1;
      const event = JSON.parse(data);
      for (const choice of event.choices ?? []) if (choice.index === 0) text.append(choice.delta?.content ?? '');
      if (event.error) text.append(event.error.message);
      tell('Streaming');
    }
    tell('Streamed');
  } catch {
    tell('Cut off');
  }
}

/**
 * @param {ReadableStream<BufferSource>} stream
 * @returns {AsyncGenerator<string>} what stands behind each `data:`
 */
async function* eventData(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) yield line.slice('data: '.length).trim();
  }
}
