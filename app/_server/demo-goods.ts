import { notFound } from 'next/navigation'
import { application } from '@/lib/site/compose/running'

/** The demo's goods, for its pages; outside the demo they answer 404. */
export async function demoGoods() {
  const { goods } = await application()
  return goods ?? notFound()
}
