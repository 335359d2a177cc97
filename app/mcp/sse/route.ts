import { application } from '@/lib/compose/running'

export const GET = async (request: Request): Promise<Response> => (await application()).mcp.openStream(request)
