/**
 * Lines of phrases that mean the same. `a > b` means that a search for a also finds b, not the reverse; `a ~ b` that
 * b is only near: a brand's field, a wider word.
 */
export const world = `
weather, forecast, meteo, temperature, climate
weather forecast, forecast, meteorology, will it rain, rain tomorrow, meteorological
forecast, prediction, outlook, predict
temperature, heat, degrees
rain, precipitation, snow, umbrella
wind, wind speed, gust
storm, hurricane, tornado, cyclone, severe weather
air quality, aqi, pollution, pm2 5, smog
pollen, allergy
uv index, sunscreen
tide, surf, wave height, marine
sunrise, sunset, daylight, moon phase
earthquake, quake, seismic, seismology
wildfire, flood, natural disaster, disaster
volcano, eruption
satellite, satellite image, earth observation, remote sensing
geocode, geocoding, address to coordinates, address lookup, coordinates from address
reverse geocode, reverse geocoding, coordinates to address, lat long to address, coordinates to street, lat lon to street name
lat long to street, lat long to street name, street from coordinates > reverse geocode, coordinates address
latitude longitude, lat long, lat lon, lat lng, coordinates, gps
street address, postal address, address
zip code, postal code, postcode, zip, cep
map, maps, cartography
directions, route, routing, navigation, driving directions
distance, travel time, how far
elevation, altitude, terrain
place, places, point of interest, poi, venue
nearby, near me, around, local
business listing, local business, google places, google maps, yelp
restaurant, dining, eat out, food place
hotel, accommodation, lodging, hotels, stay
brazil, brazilian, brasil, brasileiro, brasileira
flight, flights, airfare, plane ticket, airline
flight search, search flights, cheap flights, airline tickets
flight status, flight tracking, aircraft tracking
aircraft, airplane, plane, aviation
airport, iata
train, rail, railway
bus, transit, public transport
travel, trip, vacation, tourism
visa, passport
car, vehicle, auto, automobile
vin, vin decoder, vehicle history, license plate
electric car, ev, charging station, ev charger
fuel price, petrol price, gas station price, gasoline
parking, car park
ship, vessel, marine traffic, ais
package tracking, parcel, shipment, courier, delivery tracking
shipping, freight, logistics, postage
country, nation, countries
city, town, municipality
public holiday, bank holiday, national holiday, holidays, holiday calendar
population, demographics, census, inhabitants
census, demographic, demographics, household income
real estate, property, housing, homes for sale, zillow
rent, rental, apartment
property value, home value, house price
job, jobs, vacancy, hiring, employment, job listing
salary, wage, compensation
company, business, corporation, firm, organization
company data, company enrichment, firmographics, company profile, company info
company formation, incorporate, incorporation, register company, llc formation
corporate registry, company registry, business registration, cnpj
people search, person search, find people, people lookup, person lookup
person, people, individual, someone
people enrichment, person enrichment, enrich person, contact enrichment, lead enrichment, enrich
contact details, contact information, contact info, contacts
work contact, business email, work email, email finder, professional email > people enrich, contacts enrich, people search, email finder
lead generation, leads, prospecting, sales leads
background check, public records, criminal record
lawyer, attorney, legal advice, legal counsel, solicitor
legal, law, lawyer, legislation
contract review, legal contract, agreement review
court, court case, lawsuit, judicial, litigation
law text, statute, regulation, legislation
patent, trademark, intellectual property
privacy policy, gdpr, terms of service
government, public sector, federal
government contract, procurement, tender, bids
parliament, congress, senate, deputies, lawmakers
election, voting, poll, polls
medicine, drug, medication, pharmaceutical
drug recall, fda recall, recall, product recall
adverse event, side effect
drug interaction, interactions
fda ~ drug, recall
health, medical, healthcare, clinical
doctor, physician, npi, medical provider
disease, illness, diagnosis, symptom
symptom checker, diagnose
clinical trial, clinical trials
pubmed, biomedical, biomedical literature, medical research
hospital, clinic
nutrition, nutrition facts, calories, food facts, macros
food, meal, ingredient, grocery
recipe, cooking, cook
calorie, calories, kcal
diet, meal plan
fitness, workout, exercise, training plan
sleep, wellness, meditation, mental health
dna, genome, genetics, sequence alignment
protein, molecule, chemistry, compound
biology, species, animal, plant
pet, dog, cat, veterinary
paper, papers, academic paper, scholarly, scientific paper, preprint, publication, journal
scholarly article, academic search, arxiv, semantic scholar, research papers, preprints
preprint, preprints, arxiv
scholarly, academic, scientific
citation, bibliography, reference
science, scientific, nasa
space, astronomy, satellite, rocket launch
education, course, learn, tutorial, lesson
university, college, school
language learning, vocabulary, flashcard
dictionary, definition, define word, meaning
thesaurus, synonym
sports, sport, games, athletics
sports scores, live scores, game results, match results, fixtures
football, soccer, premier league, nfl
basketball, nba
baseball, mlb
padel, tennis, racket
chess, chess engine, board game
game, gaming, video game, esports, steam
lottery, raffle, jackpot
concert, concerts, live music, gig, tickets
event, events, tickets, happenings
event search, events near me, what to do > events, concerts
showtimes, movie times, cinema schedule
ticket, tickets, booking
book a table, restaurant reservation, reservation, booking
appointment, booking, scheduling
shopping, ecommerce, e commerce, buy online, store
product, products, item, sku
product search, product lookup, price comparison, amazon product
amazon, walmart, ebay, alibaba
review, reviews, ratings, customer feedback
coupon, discount, promo code, deal
order pizza, food delivery, takeaway
print, postcard, letter, physical mail
fashion, clothing, apparel, outfit
gift, present
insurance, coverage, claim
agriculture, crop, farm, farming
energy, electricity, power grid, power price
carbon, emissions, co2, esg, sustainability
water, hydrology
brazil, brazilian, brasil
japan, japanese
germany, german
china, chinese
india, indian
usa, united states, us, american
uk, united kingdom, british
europe, european, eu
kids, children, family
dating, relationship
religion, bible, scripture, quran, gospel
charity, nonprofit, donation
marketing, advertising, ads, campaign
ad copy, advertising
customer support, helpdesk, support ticket
crm, sales pipeline
human task, human worker, crowdsourcing, freelancer, hire human
survey, questionnaire, feedback form
loyalty, rewards, loyalty program
`
