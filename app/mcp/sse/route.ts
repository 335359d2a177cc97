import { application } from '@/lib/compose/application'

export const GET = async (request: Request): Promise<Response> => (await application()).mcp.openStream(request)
