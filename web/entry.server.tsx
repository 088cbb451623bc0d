/** Runs when the server starts (web/render): the public pages and the app's shell are rendered once. */
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { paraglideMiddleware } from '#messages/compiled/server.js'
import { ShellMode } from './lib/hooks.ts'

export { changedDealPages } from './render/deal-sentences.tsx'
export { formSentences } from './render/form-sentences.tsx'
export { renderPages } from './render/render-pages.ts'

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return paraglideMiddleware(request, () => render(request, status, headers, context))
}

function render(request: Request, status: number, headers: Headers, context: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <ShellMode.Provider value={context.isSpaMode}>
        <ServerRouter context={context} url={request.url} />
      </ShellMode.Provider>,
      {
        // One piece of HTML: nothing that a script would have to put in its place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          const body = new PassThrough()
          headers.set('Content-Type', 'text/html')
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
          pipe(body)
        },
        onError: reject,
        onShellError: reject,
      },
    )
  })
}
