import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Metadata } from 'next'
import { running } from '@/lib/site/compose/running'

type SharedPage = { title: string; description: string; path?: string; price?: string; by?: string; drawn?: string }

/**
 * The metadata of a page as links elsewhere show it, with its price in words; at its own address unless `path` says
 * otherwise. Only this site can have words drawn: their address is signed.
 */
export function sharedAs({ title, description, path = './', price = '', by, drawn = title }: SharedPage): Metadata {
  const { env } = running('site')
  const words = JSON.stringify([drawn.slice(0, 110), price, by ?? new URL(env.publicOrigin).host])
  const url = `/preview?${new URLSearchParams({ words, sign: signatureOf(words).toString('base64url') })}`
  const images = [{ url, width: 1200, height: 630, alt: `${title} ${price}`.trim() }]
  return {
    title,
    description,
    openGraph: { siteName: env.site.name, title, description, url: path, images },
    twitter: { card: 'summary_large_image' },
  }
}

/** The title, the price and who sells, in an address that this site made; null for any other. */
export function readPreview(query: URLSearchParams): [title: string, price: string, by: string] | null {
  const words = query.get('words') ?? ''
  const [wanted, given] = [signatureOf(words), Buffer.from(query.get('sign') ?? '', 'base64url')]
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? JSON.parse(words) : null
}

const signatureOf = (words: string): Buffer =>
  createHmac('sha256', running('site').env.secret).update(`turnpike link preview v1 ${words}`).digest()
