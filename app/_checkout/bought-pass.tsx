'use client'

import { z } from 'zod'
import { PassContents } from './pass-contents'

const answer = z.object({
  validUntil: z.string().datetime().nullable(),
  covers: z.number(),
  routes: z.array(z.object({ title: z.string(), method: z.string(), url: z.string().url() })),
})

/** A bought pass as its holder reads it. @param shop the shop's page */
export function BoughtPass({ text, shop }: { text: string; shop: string }) {
  const { validUntil, covers, routes } = answer.parse(JSON.parse(text))
  const goods = routes.map(({ url, ...route }) => ({ ...route, path: new URL(url).pathname }))
  const until = validUntil === null ? null : new Date(validUntil)
  return <PassContents {...{ until, count: covers, goods, shop }} />
}
