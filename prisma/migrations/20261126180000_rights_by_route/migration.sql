-- The stored route that was paid for; empty for a route of the site's own code. Null: paid before rights named their
-- method and route, and counted by the method of its route key at whatever route stood at its address then.
ALTER TABLE "payments" ADD COLUMN "route_id" TEXT;

-- It was given back as a whole, and opens nothing any more.
ALTER TABLE "payments" ADD COLUMN "right_ended_at" TIMESTAMPTZ(3);

-- The buyer keeps what was bought, though all of its price is given back.
ALTER TABLE "refunds" ADD COLUMN "keeps_right" BOOLEAN NOT NULL DEFAULT false;
