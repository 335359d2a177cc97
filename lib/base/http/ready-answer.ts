type Pair = [name: string, value: string]

type ReadyAnswer = {
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  body: string | Uint8Array<ArrayBuffer> | null
  /** The body for who reads it as a stream; made of `body` when absent. */
  stream?: ReadableStream<Uint8Array>
  /** Called once by our own server: whether the reader took all of it. */
  ended?: (isWhole: boolean) => void
}

export type AnswerParts = Omit<ReadyAnswer, 'headers'> & { headers: Headers }

const headers = createStandIns<{ pairs: Pair[] }, Headers>(
  'headers of an answer',
  Headers,
  { get: find, has: (held, name = '') => find(held, name) !== null, set: replace },
  ({ pairs }) => new Headers(pairs),
)

const answers = createStandIns<AnswerParts, Response>(
  'answer',
  Response,
  {
    status: ({ status }) => status,
    ok: ({ status }) => status >= 200 && status < 300,
    statusText: () => '',
    headers: (parts) => parts.headers,
  },
  ({ status, headers, body, stream }) => new Response(stream ?? body, { status, headers }),
)

/** A response, which our own server sends without making its headers and its stream. */
export const readyAnswer = (answer: ReadyAnswer): Response =>
  answers.make({
    ...answer,
    headers: headers.make({ pairs: answer.headers.map(([name, value]) => [name.toLowerCase(), value]) }),
  })

/** The parts of a ready answer; null for any other, and for one that has been read as a stream or copied. */
export const readyPartsOf = (response: Response): AnswerParts | null => answers.partsOf(response)

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

/** By the name of a property or a method: its value from the parts, and the method's arguments. */
type Own<Parts> = Readonly<Record<string, (parts: Parts, ...given: string[]) => unknown>>

/**
 * Makes objects that pass for ones of a class of the web and cost next to nothing: `own` is told by their parts. Anything
 * else is answered by the whole object, which is made when it is first asked for, and from then on everything is. The
 * web's own classes take only whole ones.
 */
function createStandIns<Parts extends object, Whole extends object>(
  kind: string,
  { prototype }: { prototype: Whole },
  own: Own<Parts>,
  makeWhole: (parts: Parts) => Whole,
) {
  // Next.js loads a module several times in one process, and each copy has to know the others' objects.
  const MADE = Symbol.for(`turnpike stand-in: ${kind}`)
  type Made = { [MADE]: { parts: Parts; whole: Whole | null } }
  const isOne = (object: object): object is Made => MADE in object
  const wholeOf = (made: Made[typeof MADE]): Whole => (made.whole ??= makeWhole(made.parts))
  const passing = Object.create(prototype)
  for (const [name, { get, value }] of propertiesOf(prototype)) {
    const tell = typeof name === 'string' && Object.hasOwn(own, name) ? own[name] : undefined
    if (get) Object.defineProperty(passing, name, { get: getterOf(name, tell) })
    else if (typeof value === 'function') Object.defineProperty(passing, name, { value: methodOf(value, tell) })
  }
  return {
    make: (parts: Parts): Whole => Object.assign(Object.create(passing), { [MADE]: { parts, whole: null } }),
    /** Null for another object, and for one that was made whole and may have changed since. */
    partsOf: (object: object): Parts | null =>
      isOne(object) && object[MADE].whole === null ? object[MADE].parts : null,
  }

  function getterOf(name: string | symbol, tell: Own<Parts>[string] | undefined) {
    return function get(this: Made) {
      const made = this[MADE]
      return tell && made.whole === null ? tell(made.parts) : Reflect.get(wholeOf(made), name)
    }
  }

  function methodOf(method: (...given: unknown[]) => unknown, tell: Own<Parts>[string] | undefined) {
    return function call(this: Made, ...given: string[]) {
      const made = this[MADE]
      return tell && made.whole === null ? tell(made.parts, ...given) : Reflect.apply(method, wholeOf(made), given)
    }
  }
}

/** Properties of a class and of the classes that it extends: another program may have put its own class over the web's. */
function propertiesOf(prototype: object): Map<string | symbol, PropertyDescriptor> {
  const parent: unknown = Object.getPrototypeOf(prototype)
  const inherited = typeof parent === 'object' && parent !== null && parent !== Object.prototype
  const found = inherited ? propertiesOf(parent) : new Map<string | symbol, PropertyDescriptor>()
  for (const name of Reflect.ownKeys(prototype)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(prototype, name)
    if (descriptor && name !== 'constructor') found.set(name, descriptor)
  }
  return found
}
