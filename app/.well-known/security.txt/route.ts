import { notFound } from '@/lib/base/http/problem'
import { siteFacts } from '../../_server/site-facts'

export const dynamic = 'force-dynamic'

const VALID_MS = 180 * 86_400_000

/** Whom to tell of a weakness (RFC 9116); nothing where the operator names no contact, or one without encryption. */
export function GET(): Response {
  const { origin, links } = siteFacts()
  const contact = links.find(({ title }) => title === 'Contact')?.href
  if (!contact || contact.startsWith('http:')) return notFound()
  const expires = new Date(Date.now() + VALID_MS).toISOString()
  const lines = [`Contact: ${contact}`, `Expires: ${expires}`, `Canonical: ${origin}/.well-known/security.txt`, '']
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
