export type Daylight = {
  latitude: number
  date: string
  /** Between sunrise and sunset, including the sun's disc and refraction. */
  hours: number
  method: string
}

const DAY_MS = 86_400_000
const radians = (degrees: number): number => (degrees * Math.PI) / 180
/** The altitude of the sun's centre when its upper edge is seen on the horizon. */
const HORIZON_DEGREES = -0.833

/** The length of a day, from the sun's declination. Null for an invalid latitude or date. */
export function findDaylight(latitude: number, date: string): Daylight | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T12:00:00Z`) : Number.NaN
  if (!(Math.abs(latitude) <= 90) || Number.isNaN(at)) return null
  const yearStart = Date.UTC(new Date(at).getUTCFullYear(), 0, 1)
  const dayOfYear = Math.floor((at - yearStart) / DAY_MS) + 1
  const declination = radians(-23.44 * Math.cos(radians((360 / 365.24) * (dayOfYear + 10))))
  const place = radians(latitude)
  const cosine =
    (Math.sin(radians(HORIZON_DEGREES)) - Math.sin(place) * Math.sin(declination)) /
    (Math.cos(place) * Math.cos(declination))
  const halfDay = Math.acos(Math.min(1, Math.max(-1, cosine)))
  return {
    latitude,
    date,
    hours: Math.round((halfDay * 24 * 100) / Math.PI) / 100,
    method: 'Solar declination by day of the year; a few minutes off at middle latitudes',
  }
}
