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

const averages: Record<string, Averages> = {
  Lisbon: {
    low: [8, 9, 11, 12, 14, 17, 18, 19, 18, 15, 12, 9],
    high: [15, 16, 19, 20, 23, 26, 28, 29, 27, 23, 18, 15],
    rainyDays: [11, 10, 9, 9, 7, 3, 1, 1, 4, 8, 10, 11],
    sunshine: [5, 6, 7, 8, 9, 11, 12, 11, 9, 7, 5, 5],
  },
  London: {
    low: [3, 3, 4, 6, 9, 12, 14, 14, 12, 9, 5, 3],
    high: [8, 9, 12, 15, 18, 21, 24, 23, 20, 16, 11, 8],
    rainyDays: [11, 9, 8, 9, 8, 8, 8, 8, 8, 10, 11, 11],
    sunshine: [2, 3, 4, 6, 6, 7, 7, 6, 5, 4, 2, 2],
  },
  Nairobi: {
    low: [12, 13, 14, 15, 14, 12, 11, 11, 12, 13, 14, 13],
    high: [26, 27, 27, 25, 24, 23, 22, 23, 25, 26, 24, 25],
    rainyDays: [6, 5, 9, 15, 12, 5, 4, 4, 4, 9, 15, 9],
    sunshine: [9, 9, 9, 7, 6, 5, 4, 4, 6, 7, 7, 8],
  },
  'New York': {
    low: [-2, -1, 3, 8, 13, 18, 21, 21, 17, 11, 6, 1],
    high: [4, 6, 10, 16, 22, 27, 30, 29, 25, 18, 12, 7],
    rainyDays: [11, 10, 11, 11, 11, 11, 11, 10, 9, 9, 9, 11],
    sunshine: [5, 6, 7, 8, 8, 9, 9, 9, 7, 7, 5, 4],
  },
  Sydney: {
    low: [20, 20, 18, 15, 12, 10, 9, 10, 12, 15, 17, 19],
    high: [27, 27, 25, 23, 20, 18, 17, 19, 21, 23, 24, 26],
    rainyDays: [12, 13, 13, 12, 12, 12, 10, 9, 9, 11, 12, 12],
    sunshine: [7, 7, 6, 7, 6, 6, 7, 8, 8, 8, 8, 8],
  },
  Tokyo: {
    low: [1, 2, 5, 10, 15, 19, 23, 24, 21, 15, 9, 4],
    high: [10, 11, 14, 19, 24, 26, 30, 31, 27, 22, 17, 12],
    rainyDays: [5, 6, 10, 10, 10, 12, 11, 8, 12, 11, 8, 5],
    sunshine: [6, 6, 6, 6, 6, 4, 5, 6, 4, 4, 5, 6],
  },
}

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
