/** The control of a route's form for a name of its input, and the key of its label among the form's texts. */
const controls = {
  title: { id: 'title', label: 'title' },
  description: { id: 'description', label: 'more.description' },
  method: { id: 'method', label: 'more.method' },
  path: { id: 'path', label: 'more.path' },
  teaser: { id: 'body', label: 'controls.freePart' },
  body: { id: 'body', label: 'controls.text' },
  upstream: { id: 'upstream-url', label: 'controls.server' },
  'upstream.url': { id: 'upstream-url', label: 'upstream.address' },
  'upstream.headers': { id: 'upstream-headers', label: 'upstream.headers' },
  'upstream.timeoutMs': { id: 'upstream-timeout', label: 'controls.wait' },
  maxUploadBytes: { id: 'upload-megabytes', label: 'controls.upload' },
  streamSeconds: { id: 'stream-seconds', label: 'controls.lasting' },
  streamsOnCredit: { id: 'streams-on-credit', label: 'controls.credit' },
  'streamsOnCredit.mostUnpaid': { id: 'most-unpaid', label: 'controls.mostUnpaid' },
  query: { id: 'query', label: 'controls.query' },
  mimeType: { id: 'mime-type', label: 'controls.mediaType' },
  price: { id: 'price', label: 'controls.price' },
  'price.networks': { id: 'networks', label: 'networks.paidOn' },
  networks: { id: 'networks', label: 'networks.walletsOf' },
  'price.manySmallCalls': { id: 'many-small-calls', label: 'smallCalls.title' },
  metering: { id: 'unit', label: 'controls.meter' },
  'metering.dollars': { id: 'unit-price', label: 'controls.each' },
  'metering.trailer': { id: 'trailer', label: 'controls.trailer' },
  'metering.field': { id: 'field', label: 'controls.field' },
  'price.scheme': { id: 'price-scheme', label: 'controls.thePrice' },
  options: { id: 'options', label: 'options.title' },
  'signIn.statement': { id: 'sign-in-statement', label: 'signIn.statement' },
  'signIn.expirationSeconds': { id: 'sign-in-seconds', label: 'signIn.seconds' },
  'signIn.resourceUri': { id: 'sign-in-address', label: 'signIn.address' },
  'signIn.domain': { id: 'sign-in-domain', label: 'signIn.domain' },
  signIn: { id: 'access', label: 'access.label' },
  settle: { id: 'settle', label: 'settle.label' },
  isTool: { id: 'is-tool', label: 'tool.title' },
  discovery: { id: 'is-listed', label: 'bazaar.title' },
  'discovery.serviceName': { id: 'service-name', label: 'bazaar.serviceName' },
  'discovery.tags': { id: 'tags', label: 'bazaar.tags' },
  'discovery.iconUrl': { id: 'icon-url', label: 'controls.icon' },
  'discovery.input': { id: 'discovery-input', label: 'controls.input' },
  'discovery.inputSchema': { id: 'discovery-inputSchema', label: 'controls.inputSchema' },
  'discovery.outputSchema': { id: 'discovery-outputSchema', label: 'controls.outputSchema' },
} as const

type Control = {
  id: string
  label: (typeof controls)[keyof typeof controls]['label']
  /** The number of one of several prices, from 1. */
  place?: number
}

/** The control that a fault is about; null where there is none. A list's fault names its item. */
export function controlOf(name: string): Control | null {
  const [, place, part] = /^options\.([1-7])\.(dollars|networks|scheme)\b/.exec(name) ?? []
  if (place) return { id: `option-${place}-${part}`, label: 'options.title', place: Number(place) + 1 }
  for (let path = name; path !== ''; path = path.split('.').slice(0, -1).join('.')) {
    if (isKnown(path)) return controls[path]
  }
  return null
}

const isKnown = (path: string): path is keyof typeof controls => Object.hasOwn(controls, path)
