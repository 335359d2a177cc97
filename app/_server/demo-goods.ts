import { notFound } from 'next/navigation'
import { running } from '@/lib/site/compose/running'

/** The demo's goods, for its pages; outside the demo they answer 404. */
export async function demoGoods() {
  const { goods } = running('site')
  return goods ?? notFound()
}
