import { siteFacts } from '../../_server/site-facts'
import { ownResources } from '../../(site)/bazaar/_server/explorer'

/** What this origin sells, in the shape that crawlers of `/.well-known/x402` read, and where to search for more. */
export async function GET(): Promise<Response> {
  const { origin } = await siteFacts()
  const body = {
    version: 1,
    x402Version: 2,
    resources: await ownResources(),
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
