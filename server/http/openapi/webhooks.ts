/** What is sent to the webhooks of an app: the other direction of the contract. */
import { WEBHOOK_MESSAGES } from '#core/contract/webhooks.ts'
import { type Components, capital, type JsonSchema, jsonSchemaOf } from './schemas.ts'

const header = (name: string, description: string): JsonSchema => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string', maxLength: 1_000 },
})

/** Of Standard Webhooks 1.0.0. */
const HEADERS: readonly JsonSchema[] = [
  header('webhook-id', 'The same on every try of a message: what came twice is told by it'),
  header('webhook-timestamp', 'When this try was made, in seconds since 1970: an old one may be a replay'),
  header(
    'webhook-signature',
    'Signatures over `{webhook-id}.{webhook-timestamp}.{body}`, with a space between them: `v1` by the secret, `v1a` by the public key',
  ),
]

const ANSWERS = {
  '2XX': {
    description: 'Taken, within 15 seconds. Every other answer, and none, is tried again for three days',
  },
  '410': { description: 'Nothing is sent to this address any more' },
}

export const webhooksOf = (components: Components): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(WEBHOOK_MESSAGES).map(([name, { summary, schema }]) => [
      name,
      {
        post: {
          ...{
            operationId: `receive${capital(name)}`,
            tags: ['webhooks'],
            summary,
            description: `${summary}.`,
          },
          ...{ security: [], parameters: HEADERS },
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: components.named(`${capital(name)}Message`, jsonSchemaOf(schema, 'output')),
              },
            },
          },
          responses: ANSWERS,
        },
      },
    ]),
  )
