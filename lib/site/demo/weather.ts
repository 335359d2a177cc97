import monthly from './weather.json' with { type: 'json' }

export type WeatherReport = {
  city: string
  month: string
  temperatureCelsius: { low: number; high: number }
  rainyDays: number
  sunshineHoursPerDay: number
  source: string
}

/** On every answer, so that these figures are not mistaken for a forecast. */
const WEATHER_SOURCE = 'Turnpike demo data: rounded long-term monthly averages, not a forecast'

export const DEFAULT_CITY = 'Lisbon'

type Averages = { low: number[]; high: number[]; rainyDays: number[]; sunshine: number[] }

/** By city, each with twelve months. */
const averages: Record<string, Averages> = monthly

const months = 'January February March April May June July August September October November December'.split(' ')

export const weatherCities = Object.keys(averages).sort()

/** The averages of a city for the month of `now`, or null for a city that is not in the data. Case does not count. */
export function findWeather(city: string, now: Date): WeatherReport | null {
  const name = weatherCities.find((known) => known.toLowerCase() === city.trim().toLowerCase())
  const data = name ? averages[name] : undefined
  if (!name || !data) return null
  const month = now.getUTCMonth()
  const at = (values: number[]) => values[month] ?? 0
  return {
    city: name,
    month: months[month] ?? '',
    temperatureCelsius: { low: at(data.low), high: at(data.high) },
    rainyDays: at(data.rainyDays),
    sunshineHoursPerDay: at(data.sunshine),
    source: WEATHER_SOURCE,
  }
}
