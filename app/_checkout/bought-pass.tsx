'use client'

import { z } from 'zod'
import { PassContents } from './pass-contents'

const answer = z.object({
  validUntil: z.string().datetime().nullable(),
  covers: z.number(),
  routes: z.array(z.object({ title: z.string(), method: z.string(), url: z.string().url() })),
})

/** A bought pass as its holder reads it; as it came where it is none that this page knows. @param shop the shop's page */
export function BoughtPass({ text, shop }: { text: string; shop: string }) {
  const parsed = answer.safeParse(JSON.parse(text))
  if (!parsed.success) return <pre className="font-mono text-small wrap-anywhere whitespace-pre-wrap">{text}</pre>
  const { validUntil, covers, routes } = parsed.data
  const goods = routes.map(({ url, ...route }) => ({ ...route, path: new URL(url).pathname }))
  const until = validUntil === null ? null : new Date(validUntil)
  return <PassContents {...{ until, count: covers, goods, shop }} />
}
