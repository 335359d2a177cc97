import { isDirect } from './direct-request'
import { createStandIns } from './stand-in'

type Pair = [name: string, value: string]

export type ReadyAnswer = {
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  body: string | Uint8Array<ArrayBuffer> | null
  /** The body for who reads it as a stream; made of `body` when omitted. */
  stream?: () => ReadableStream<Uint8Array>
  /** Called once by our own server: whether the reader took all of it. */
  ended?: (isWhole: boolean) => void
}

type Parts = Omit<ReadyAnswer, 'headers'> & { headers: Headers }

const headers = createStandIns<{ pairs: Pair[] }, Headers>(
  'headers of an answer',
  Headers,
  { get: find, has: (held, name = '') => find(held, name) !== null, set: replace },
  ({ pairs }) => new Headers(pairs),
)

const answers = createStandIns<Parts, Response>(
  'answer',
  Response,
  {
    status: ({ status }) => status,
    ok: ({ status }) => status >= 200 && status < 300,
    statusText: () => '',
    headers: (parts) => parts.headers,
  },
  ({ status, headers, body, stream }) => new Response(stream ? stream() : body, { status, headers }),
)

/** An answer to a request: a response, which our own server sends without making its streams. */
export function readyAnswer(request: Request, answer: ReadyAnswer): Response {
  if (!isDirect(request)) {
    const { status, stream, body } = answer
    return new Response(stream ? stream() : body, { status, headers: answer.headers as Pair[] })
  }
  const pairs = answer.headers.map(([name, value]): Pair => [name.toLowerCase(), value])
  return answers.make({ ...answer, headers: headers.make({ pairs }) })
}

/** The parts of a ready answer; null for any other, and for one that has been read as a stream or copied. */
export const readyPartsOf = (response: Response): Parts | null => answers.partsOf(response)

/** Names in lower case, and values. */
export const pairsOf = (given: Headers): Iterable<Pair> => headers.partsOf(given)?.pairs ?? given

function find({ pairs }: { pairs: Pair[] }, name = ''): string | null {
  const key = name.toLowerCase()
  return pairs.find(([one]) => one === key)?.[1] ?? null
}

function replace(held: { pairs: Pair[] }, name = '', value = ''): void {
  const key = name.toLowerCase()
  held.pairs = [...held.pairs.filter(([one]) => one !== key), [key, value]]
}
