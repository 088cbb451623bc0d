/** A pretended provider as a process, for trying PAYMENTS by hand: it delivers its webhooks to AMANAT_URL once a second. */
import type { FakeProvider, SignedEvent } from './fake-provider.ts'

type TellingFake = FakeProvider & { takeEvents(): SignedEvent[] }

/** `words`: what to start the server with, once it is known where the fake listens. */
export async function runByHand(
  provider: 'razorpay' | 'cashfree',
  fake: TellingFake,
  words: (url: string) => string,
): Promise<void> {
  if (process.env.NODE_ENV === 'production') {
    console.error(
      'A pretended provider is not for production: with it, anybody could say that they have paid.',
    )
    process.exit(1)
  }
  await fake.start(Number(process.argv[2] ?? 4010))
  console.log(words(fake.url))
  const target = process.env.AMANAT_URL ?? 'http://127.0.0.1:3000'
  const deliver = async (): Promise<void> => {
    for (const { event, body, headers } of fake.takeEvents()) {
      const answer = await fetch(`${target}/api/payments/webhooks/${provider}`, {
        ...{ method: 'POST', body, headers },
      }).catch((error: Error) => error)
      console.log(event, answer instanceof Error ? answer.message : answer.status)
    }
    setTimeout(deliver, 1_000)
  }
  await deliver()
}
