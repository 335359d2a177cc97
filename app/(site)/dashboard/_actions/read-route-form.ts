/** A route's form as the verbs take it, without empty fields. Invalid JSON is named. */
export function readRouteForm(
  form: FormData,
): { ok: true; input: Record<string, unknown> } | { ok: false; message: string; fields: Record<string, string> } {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const list = (name: string) => form.getAll(name).map(String)
  const optional = (name: string) => (text(name) === '' ? {} : { [name.split('.').at(-1) ?? name]: text(name) })
  const kind = text('kind')
  const schemas = readJsonFields(text)
  if (!schemas.ok) return schemas
  const networks = list('price.networks')
  const hasUpstream = kind === 'api' || kind === 'metered_api'
  const input = {
    kind,
    ...optional('title'),
    description: text('description'),
    method: text('method') || 'GET',
    path: text('path'),
    ...(form.has('state') ? { state: text('state') } : {}),
    ...(hasUpstream ? optional('mimeType') : {}),
    query: words(text('query')),
    ...(kind === 'sign_in'
      ? { networks }
      : {
          price: {
            dollars: text('price.dollars'),
            networks,
            manySmallCalls: form.get('price.manySmallCalls') === 'yes',
          },
        }),
    ...(kind === 'metered_api' ? {} : { settle: text('settle') || 'after' }),
    signIn: readSignIn(text),
    isTool: form.get('isTool') === 'yes',
    ...(kind === 'article' || kind === 'sign_in'
      ? { teaser: text('teaser'), body: String(form.get('body') ?? '').replaceAll('\r\n', '\n') }
      : {}),
    ...(hasUpstream ? { upstream: readUpstream(text, form.get('upstream.forgetsHeaders') === 'yes') } : {}),
    ...(hasUpstream ? { isStreaming: form.get('isStreaming') === 'yes' } : {}),
    ...(kind === 'metered_api' ? { metering: readMetering(text) } : {}),
    discovery: {
      isListed: form.get('discovery.isListed') === 'yes',
      ...optional('discovery.serviceName'),
      ...optional('discovery.iconUrl'),
      ...(text('discovery.tags') === '' ? {} : { tags: words(text('discovery.tags')) }),
      ...schemas.value,
    },
  }
  return { ok: true, input: { title: '', ...input } }
}

type ReadText = (name: string) => string

/** `once`: each answer is paid. `kept`: for good. Otherwise the number of days. */
function readSignIn(text: ReadText): { entitlementSeconds?: number } | null {
  const access = text('access')
  if (access === 'kept') return {}
  return /^\d{1,4}$/.test(access) ? { entitlementSeconds: Number(access) * 86_400 } : null
}

/** An empty box leaves the headers that are kept already, unless they are to be forgotten. */
function readUpstream(text: ReadText, forgetsHeaders: boolean) {
  const lines = text('upstream.headers')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()]
  })
  const seconds = Number(text('upstream.timeoutSeconds') || '15')
  return {
    url: text('upstream.url'),
    timeoutMs: Math.round(seconds * 1000),
    ...(pairs.length > 0 || forgetsHeaders ? { headers: Object.fromEntries(pairs) } : {}),
  }
}

function readMetering(text: ReadText) {
  const unit = text('metering.unit') || 'call'
  const dollars = text('metering.dollars')
  if (unit === 'json_dollars') return { unit: 'json_field', field: text('metering.field'), holds: 'dollars' }
  if (unit === 'json_count') return { unit: 'json_field', field: text('metering.field'), holds: 'count', dollars }
  return unit === 'header' ? { unit } : { unit, dollars }
}

function readJsonFields(text: ReadText) {
  const value: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  for (const name of ['input', 'inputSchema', 'outputSchema']) {
    const written = text(`discovery.${name}`)
    if (written === '') continue
    try {
      value[name] = JSON.parse(written)
    } catch {
      fields[`discovery.${name}`] = 'This is not JSON yet.'
    }
  }
  if (Object.keys(fields).length === 0) return { ok: true, value } as const
  return { ok: false, message: 'Something in the discovery part is not JSON yet.', fields } as const
}

const words = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
