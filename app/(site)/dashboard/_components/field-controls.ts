/** Which control of a route's form a name of its input belongs to, and what people call it. */
const controls: Record<string, { id: string; label: string }> = {
  title: { id: 'title', label: 'Title' },
  description: { id: 'description', label: 'What buyers get' },
  method: { id: 'method', label: 'Method' },
  path: { id: 'path', label: 'Path' },
  teaser: { id: 'body', label: 'Free part' },
  body: { id: 'body', label: 'Text' },
  upstream: { id: 'upstream-url', label: 'Your server' },
  'upstream.url': { id: 'upstream-url', label: 'Address of your server' },
  'upstream.headers': { id: 'upstream-headers', label: 'Secret headers' },
  'upstream.timeoutMs': { id: 'upstream-timeout', label: 'Seconds to wait' },
  maxUploadBytes: { id: 'upload-megabytes', label: 'Largest upload' },
  streamSeconds: { id: 'stream-seconds', label: 'Seconds that it may last' },
  query: { id: 'query', label: 'Query parameters' },
  mimeType: { id: 'mime-type', label: 'Media type' },
  price: { id: 'price', label: 'Price' },
  'price.networks': { id: 'networks', label: 'Paid on' },
  networks: { id: 'networks', label: 'Wallets of' },
  'price.manySmallCalls': { id: 'many-small-calls', label: 'Many small calls' },
  metering: { id: 'unit', label: 'The meter' },
  'metering.dollars': { id: 'unit-price', label: 'Price of each' },
  'metering.trailer': { id: 'trailer', label: 'Trailer' },
  'metering.field': { id: 'field', label: 'Field of the answer' },
  'price.scheme': { id: 'price-scheme', label: 'The price' },
  options: { id: 'options', label: 'Other prices' },
  'signIn.statement': { id: 'sign-in-statement', label: 'What the message says' },
  'signIn.expirationSeconds': { id: 'sign-in-seconds', label: 'Seconds to sign it' },
  'signIn.resourceUri': { id: 'sign-in-address', label: 'Address that purchases are kept under' },
  'signIn.domain': { id: 'sign-in-domain', label: 'Domain that wallets show' },
  signIn: { id: 'access', label: 'One payment opens it' },
  settle: { id: 'settle', label: 'What comes first' },
  isTool: { id: 'is-tool', label: 'AI agents' },
  discovery: { id: 'is-listed', label: 'In the bazaar' },
  'discovery.serviceName': { id: 'service-name', label: 'Service name' },
  'discovery.tags': { id: 'tags', label: 'Tags' },
  'discovery.iconUrl': { id: 'icon-url', label: 'Icon' },
  'discovery.input': { id: 'discovery-input', label: 'Sample input' },
  'discovery.inputSchema': { id: 'discovery-inputSchema', label: 'Input schema' },
  'discovery.outputSchema': { id: 'discovery-outputSchema', label: 'Output schema' },
}

/** The control that a fault is about; null for what no control holds. A list's fault names its item. */
export function controlOf(name: string): { id: string; label: string } | null {
  const [, place, part] = /^options\.([1-7])\.(dollars|networks|scheme)\b/.exec(name) ?? []
  if (place) return { id: `option-${place}-${part}`, label: `Price ${Number(place) + 1}` }
  for (let path = name; path !== ''; path = path.split('.').slice(0, -1).join('.')) {
    const control = Object.hasOwn(controls, path) ? controls[path] : undefined
    if (control) return control
  }
  return null
}
