-- How many calls a segmentation handed out, for «Se te asignaron N contactos». A fact of the moment: later changes of the calls do not touch it.
alter table notification add column amount int check (amount >= 0);
