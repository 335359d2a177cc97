/** The process is alive; nothing else is looked at. */
export const GET = (): Response => Response.json({ status: 'alive' }, { headers: { 'Cache-Control': 'no-store' } })

export const dynamic = 'force-dynamic'
