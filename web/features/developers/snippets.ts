/** The programs of the quickstart. test/http/quickstart.test.ts runs each as it stands here, in this order. */
export interface Snippet {
  readonly name: 'install' | 'offer' | 'button' | 'receive' | 'story'
  readonly file: string
  readonly code: string
}

export const snippets = (origin: string): readonly Snippet[] => [
  { name: 'install', file: 'sh', code: `npm install ${origin}/sdk.tgz` },
  {
    name: 'offer',
    file: 'offer.mjs',
    code: `import { Amanat } from 'amanat-sdk'

const amanat = new Amanat({ key: process.env.AMANAT_KEY, baseUrl: '${origin}' })
const offer = await amanat.links.create({ title: 'Cotton kurta', amount: 900, stock: 3 })
console.log(offer.link)
`,
  },
  {
    name: 'button',
    file: 'page.html',
    code: `<script src="${origin}/button.js" async></script>
<a class="amanat-pay" href="${origin}/o/YOUR-OFFER">Pay safely</a>
`,
  },
  {
    name: 'receive',
    file: 'receive.mjs',
    code: `import { createServer } from 'node:http'
import { verify } from 'amanat-sdk'

createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  try {
    const raw = Buffer.concat(parts).toString()
    const { type, data } = await verify(raw, request.headers, process.env.AMANAT_WEBHOOK_SECRET)
    console.log(type, data)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
}).listen(process.env.PORT ?? 8080)
`,
  },
  {
    name: 'story',
    file: 'story.mjs',
    code: `const answer = await fetch('${origin}/api/sandbox/scenario', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'money_held' }),
})
const { form_pk, status, payer, payee } = await answer.json()
console.log(form_pk, status, payer.token.length, payee.token.length)
`,
  },
]
