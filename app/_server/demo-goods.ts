import { notFound } from 'next/navigation'
import { application } from '@/lib/site/compose/running'

/** What the demo has to buy, for its pages; where this is no demo, there is no such page. */
export async function demoGoods() {
  const { goods } = await application()
  return goods ?? notFound()
}
