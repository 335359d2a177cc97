/** As much of an attack or a load as the run is for: little of it in `npm test`, all of it in `npm run test:soak`. */
export const soakOr = (all: number, little: number): number => (process.env.SOAK === '1' ? all : little)
