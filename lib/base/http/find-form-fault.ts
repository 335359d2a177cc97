import { isForeignForm } from './find-request-fault'
import type { RequestFault } from './problem-status'
import { readBytes } from './read-body'

const MAXIMUM_BYTES = 2_000_000

/** The largest form of a page has some dozens. Each costs more than its bytes. */
const MAXIMUM_FIELDS = 500

/**
 * Why no page may see a form: Next.js takes one that it cannot read, or that another site sent, for its fault, and
 * answers 500; one of too many fields keeps it busy for seconds. Null for a good form, and for everything else.
 */
export async function findFormFault(request: Request): Promise<RequestFault | null> {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data')
  if (request.method !== 'POST' || !isForm) return null
  if (isForeignForm(request.headers)) return 'form_foreign'
  return (await readForm(request.clone())) === null ? 'form_unreadable' : null
}

/** The fields of a form; null for one that is no form, or too large. */
async function readForm(request: Request): Promise<FormData | null> {
  const type = request.headers.get('content-type') ?? ''
  try {
    const body = await readBytes(request, { maxBytes: MAXIMUM_BYTES })
    return hasFewFields(body, type) ? await new Response(body, { headers: { 'content-type': type } }).formData() : null
  } catch {
    // The caller's fault; the errors differ.
    return null
  }
}

function hasFewFields(body: Buffer, type: string): boolean {
  const boundary = /;\s*boundary="?([^";]+)/i.exec(type)?.[1]
  if (boundary === undefined) return false
  let fields = 0
  for (let at = body.indexOf(`--${boundary}`); at >= 0; at = body.indexOf(`--${boundary}`, at + 1)) {
    fields += 1
    if (fields > MAXIMUM_FIELDS) return false
  }
  return true
}
