import type { MetadataRoute } from 'next'
import { connection } from 'next/server'
import { siteFacts } from './_server/site-facts'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  await connection()
  const { name, mark } = siteFacts()
  const icons = mark ? [{ src: mark }] : [{ src: '/icon.svg', sizes: 'any' }, { src: '/apple-touch-icon.png' }]
  return { name, start_url: '/', display: 'browser', background_color: '#faf7f0', icons }
}
