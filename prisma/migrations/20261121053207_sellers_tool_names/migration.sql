-- AlterTable
ALTER TABLE "stored_routes" ADD COLUMN     "tool_name" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "stored_routes_tool_name_key" ON "stored_routes"("tool_name");

-- The tools that were offered or changed last.
CREATE INDEX "stored_routes_tools_idx" ON "stored_routes"("updated_at" DESC) WHERE "tool_name" IS NOT NULL;
