import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** A request as Node.js's server has it, with the origin of its address. */
type NodeExchange = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  origin: string
  headers: Headers | null
  signal: AbortSignal | null
}

const requests = createStandIns<NodeExchange, Request>(
  'request',
  Request,
  {
    method: ({ incoming }) => incoming.method,
    url: addressOf,
    headers: (asked) => (asked.headers ??= headers.make(asked.incoming.headers)),
    signal: signalOf,
  },
  (asked) => {
    const { method, headers } = asked.incoming
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: asked.incoming, duplex: 'half' }
    const init = { method, headers: headers as Record<string, string>, signal: signalOf(asked), ...body }
    return new Request(addressOf(asked), init as unknown as RequestInit) // Node.js takes its own streams as bodies.
  },
)

const headers = createStandIns<IncomingHttpHeaders, Headers>(
  'headers of a request',
  Headers,
  { get: find, has: (held, name = '') => find(held, name) !== null },
  (held) => new Headers(held as Record<string, string>),
)

/**
 * The request in the form of the web, made only as far as it is asked for. Its signal tells of a caller that hangs up
 * before its answer is out.
 */
export const toRequest = (incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Request =>
  requests.make({ incoming, outgoing, origin, headers: null, signal: null })

export const isDirect = (request: Request): boolean => requests.isOne(request)

/** The same request for the web's own functions, such as `fetch` and `new Request`. */
export const toWhole = (request: Request): Request => requests.toWhole(request)

function addressOf({ incoming, origin }: NodeExchange): string {
  return origin + incoming.url
}

function find(held: IncomingHttpHeaders, name = ''): string | null {
  const key = name.toLowerCase()
  return Object.hasOwn(held, key) ? String(held[key]) : null
}

function signalOf(asked: NodeExchange): AbortSignal {
  if (asked.signal) return asked.signal
  const { outgoing } = asked
  const hungUp = new AbortController()
  asked.signal = hungUp.signal
  const tell = () => {
    if (!outgoing.writableFinished) hungUp.abort()
  }
  if (outgoing.destroyed) tell()
  else outgoing.once('close', tell)
  return hungUp.signal
}

/** By the name of a property or a method: its value from the parts, and the method's arguments. */
type Own<Parts> = Readonly<Record<string, (parts: Parts, ...given: string[]) => unknown>>

type StandIns<Parts, Whole> = {
  make: (parts: Parts) => Whole
  isOne: (object: object) => boolean
  /** Null for another object, and for one that was made whole and may have changed since. */
  partsOf: (object: object) => Parts | null
  toWhole: (object: Whole) => Whole
}

/**
 * Makes objects that pass for ones of a class of the web, such as `Request`, and cost next to nothing: `own` is told by
 * their parts. Anything else is answered by the whole object, which is made when it is first asked for, and from then
 * on everything is. The web's own classes take only whole ones.
 */
export function createStandIns<Parts extends object, Whole extends object>(
  kind: string,
  { prototype }: { prototype: Whole },
  own: Own<Parts>,
  makeWhole: (parts: Parts) => Whole,
): StandIns<Parts, Whole> {
  // Next.js loads a module several times in one process, and each copy has to know the others' objects.
  const MADE = Symbol.for(`turnpike stand-in: ${kind}`)
  type Made = { [MADE]: { parts: Parts; whole: Whole | null } }
  const wholeOf = (made: Made[typeof MADE]): Whole => (made.whole ??= makeWhole(made.parts))
  const passing = Object.create(prototype)
  for (const [name, { get, value }] of propertiesOf(prototype)) {
    const tell = typeof name === 'string' && Object.hasOwn(own, name) ? own[name] : undefined
    if (get) Object.defineProperty(passing, name, { get: getterOf(name, tell) })
    else if (typeof value === 'function') Object.defineProperty(passing, name, { value: methodOf(value, tell) })
  }
  const isOne = (object: object): object is Made => MADE in object
  return {
    isOne,
    make: (parts) => Object.assign(Object.create(passing), { [MADE]: { parts, whole: null } }),
    partsOf: (object) => (isOne(object) && object[MADE].whole === null ? object[MADE].parts : null),
    toWhole: (object) => (isOne(object) ? wholeOf(object[MADE]) : object),
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
