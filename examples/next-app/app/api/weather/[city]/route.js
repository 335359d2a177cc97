import { turnpike } from '../../../../lib/turnpike.js'

export const { GET, HEAD, OPTIONS } = turnpike.next('GET /api/weather/[city]', { price: '$0.01' }, (request, paid) =>
  Response.json({ city: paid.params.city, sky: 'clear', celsius: 21 }),
)
