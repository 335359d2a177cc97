import { running } from '@/lib/site/compose/running'
import { siteFacts } from '../../_server/site-facts'

/** Resources of this origin, in the form of `/.well-known/x402` for crawlers, and the search for more. */
export async function GET(): Promise<Response> {
  const { origin } = siteFacts()
  const body = {
    version: 1,
    x402Version: 2,
    resources: await running('site').catalog.ownResources(),
    instructions: `${origin}/llms.txt`,
    facilitator: `${origin}/facilitator`,
    discovery: {
      resources: `${origin}/facilitator/discovery/resources`,
      search: `${origin}/facilitator/discovery/search`,
    },
    mcp: `${origin}/mcp`,
    openapi: `${origin}/facilitator/openapi.json`,
  }
  return Response.json(body, { headers: { 'access-control-allow-origin': '*' } })
}
