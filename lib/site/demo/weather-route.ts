import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'
import { DEFAULT_CITY, findWeather, weatherCities } from './weather'

/** $0.001 for a city's weather; the wallet that paid may return by signing in. */
export const weatherRoute: PaidRoute = {
  key: 'GET /weather',
  config: (site) => ({
    accepts: site.priced('exact', '$0.001'),
    description: 'Average weather of a city this month (demo data, not a forecast)',
    mimeType: 'application/json',
    query: ['city'],
    extensions: {
      'sign-in-with-x': { statement: 'Sign in to read the weather that you have paid for.' },
      bazaar: {
        discoverable: true,
        input: { city: DEFAULT_CITY },
        inputSchema: {
          queryParams: {
            city: { type: 'string', description: `One of ${weatherCities.join(', ')}`, required: false },
          },
        },
        outputSchema: {
          type: 'object',
          properties: {
            city: { type: 'string' },
            month: { type: 'string' },
            temperatureCelsius: {
              type: 'object',
              properties: { low: { type: 'number' }, high: { type: 'number' } },
            },
            rainyDays: { type: 'number' },
            sunshineHoursPerDay: { type: 'number' },
            source: { type: 'string' },
          },
        },
      },
    },
  }),
  handler: (request) => {
    const city = new URL(request.url).searchParams.get('city') ?? DEFAULT_CITY
    const report = findWeather(city, new Date())
    if (report) return Response.json(report)
    const detail = `No weather for that city. The demo knows ${weatherCities.join(', ')}. You were not charged.`
    return Response.json({ status: 404, code: 'city_unknown', detail }, { status: 404 })
  },
}
