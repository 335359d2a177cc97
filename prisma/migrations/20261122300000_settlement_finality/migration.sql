-- Settlements on chains that may be rolled back are looked at again until they are final.
ALTER TABLE "settlements"
  ADD COLUMN "look_again_at" TIMESTAMPTZ(3),
  ADD COLUMN "missing_since" TIMESTAMPTZ(3),
  ADD COLUMN "reorged_at" TIMESTAMPTZ(3);

CREATE INDEX "settlements_look_again_idx" ON "settlements" ("network", "look_again_at") WHERE "look_again_at" IS NOT NULL;
CREATE INDEX "settlements_reorged_idx" ON "settlements" ("reorged_at") WHERE "reorged_at" IS NOT NULL;
