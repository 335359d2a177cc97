import { Agent, request as open } from 'node:http'
import { parseHeader } from '@/lib/base/x402/header-codec'
import type { PaymentRequired } from '@/lib/base/x402/wire'

/** A client with its own loopback address, which asks the instances in turn. */
export type SoakClient = {
  send: (path: string, init?: SoakRequest) => Promise<SoakAnswer>
  /** The terms of a paid path; null while no instance can tell them. */
  readTerms: (path: string, init?: SoakRequest) => Promise<PaymentRequired | null>
  close: () => void
}

export type SoakRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Hangs up that many milliseconds after the request was sent. */
  hangUpAfterMs?: number
}

/** `status` 0: no answer, because the connection broke or the port was closed. `by`: the origin of the instance. */
export type SoakAnswer = { status: number; headers: Record<string, string>; text: string; by: string }

let clients = 0

export function createSoakClient({
  instances,
  seen = () => {},
}: {
  instances: readonly { origin: string; isUp: () => boolean }[]
  seen?: (answer: SoakAnswer, request: SoakRequest) => void
}): SoakClient {
  clients += 1
  const localAddress = `127.0.${1 + Math.floor(clients / 250)}.${1 + (clients % 250)}`
  const agent = new Agent({ keepAlive: true, localAddress })
  let turn = clients
  const send = async (path: string, init: SoakRequest = {}): Promise<SoakAnswer> => {
    const up = instances.filter((instance) => instance.isUp())
    const instance = up[turn++ % Math.max(up.length, 1)]
    const answer = {
      ...(instance ? await sendTo(`${instance.origin}${path}`, agent, init) : noAnswer),
      by: instance?.origin ?? '',
    }
    seen(answer, init)
    return answer
  }
  return {
    send,
    async readTerms(path, init) {
      const { status, headers } = await send(path, init)
      const parsed = parseHeader(headers['payment-required'] ?? '')
      return status === 402 && parsed.ok ? (parsed.value as unknown as PaymentRequired) : null
    },
    close: () => agent.destroy(),
  }
}

const noAnswer: Answer = { status: 0, headers: {}, text: '' }

type Answer = Omit<SoakAnswer, 'by'>

/** Never rejects: a killed instance breaks connections, which is the test. */
function sendTo(url: string, agent: Agent, { method, headers, body, hangUpAfterMs }: SoakRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const request = open(url, { method, headers, agent, timeout: 120_000 }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', () => resolve(noAnswer))
      response.on('end', () => {
        const plain = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(plain), text })
      })
    })
    request.on('error', () => resolve(noAnswer))
    request.on('timeout', () => request.destroy())
    request.on('close', () => resolve(noAnswer))
    request.end(body)
    if (hangUpAfterMs !== undefined) setTimeout(() => request.destroy(), hangUpAfterMs)
  })
}
