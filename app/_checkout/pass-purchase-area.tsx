'use client'

import { z } from 'zod'
import { PassContents } from './pass-contents'
import { PurchaseArea, type PurchaseAreaProps } from './purchase-area'
import type { Content } from './read-content'

const answer = z.object({
  validUntil: z.string().datetime().nullable(),
  covers: z.number(),
  routes: z.array(z.object({ title: z.string(), method: z.string(), url: z.string().url() })),
})

/** A purchase area that shows a bought pass as its holder reads it. @param shop the shop's page */
export function PassPurchaseArea({ shop, ...rest }: PurchaseAreaProps & { shop: string }) {
  const show = (content: Content) => {
    const parsed = content.kind === 'json' ? answer.safeParse(JSON.parse(content.text)) : null
    if (!parsed?.success) return null
    const { validUntil, covers, routes } = parsed.data
    const goods = routes.map(({ url, ...route }) => ({ ...route, path: new URL(url).pathname }))
    const until = validUntil === null ? null : new Date(validUntil)
    return <PassContents {...{ until, count: covers, goods, shop }} />
  }
  return <PurchaseArea {...rest} show={show} />
}
