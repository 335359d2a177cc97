import { headerNames } from '@/lib/base/x402/protocol-headers'
import { missingHeader, paymentHeader } from '@/lib/base/x402/v1/buy'
import { peekJson } from './peek-json'

/**
 * Wraps the transport so that a seller of version 1 looks like one of version 2: its terms stand in the header, the
 * payment goes out in `X-PAYMENT`, and the settlement comes back in `PAYMENT-RESPONSE`. Other sellers see no difference.
 */
export function speakVersion1(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const payment = request.headers.get(headerNames.paymentSignature)
    const sent = payment === null ? null : paymentHeader(payment)
    if (sent !== null) {
      request.headers.delete(headerNames.paymentSignature)
      request.headers.set(sent.name, sent.value)
    }
    const answer = await send(request)
    const { status, headers } = answer
    const seen = {
      status,
      headerOf: (name: string) => headers.get(name),
      asked: request.url,
      json: () => peekJson(answer),
    }
    const missing = await missingHeader(seen, sent?.name ?? null)
    if (missing === null) return answer
    const completed = new Headers(headers)
    completed.set(missing.name, missing.value)
    return new Response(answer.body, { status, headers: completed })
  }
}
