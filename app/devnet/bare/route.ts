import { application } from '@/lib/compose/application'
import { onDevnet } from '@/lib/compose/on-devnet'

const kept = ['access-control-allow-origin', 'access-control-expose-headers', 'cache-control', 'content-type', 'vary']

let challenge: Promise<{ body: string; headers: Record<string, string> }> | null = null

/** The bytes of `/weather`'s 402, answered by a handler that does nothing: what benchmarks compare the gate with. */
export const { GET } = onDevnet({
  GET: async () => {
    challenge ??= readChallenge()
    const { body, headers } = await challenge
    return new Response(body, { status: 402, headers })
  },
})

async function readChallenge() {
  const { internalOrigin, env } = await application()
  const response = await fetch(new URL('/weather', internalOrigin ?? env.publicOrigin))
  const headers = [...response.headers].filter(([name]) => kept.includes(name) || name.startsWith('payment'))
  return { body: await response.text(), headers: Object.fromEntries(headers) }
}
