import { application } from '@/lib/compose/running'

export const POST = async (request: Request): Promise<Response> => (await application()).mcp.takeMessage(request)
