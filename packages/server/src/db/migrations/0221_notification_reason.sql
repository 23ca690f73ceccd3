-- Why a load failed, for its bell: the catalogue's sentence about a bad CSV is wrong for an import or a full disk.
alter table notification add column reason text;
